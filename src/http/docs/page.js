// The reference page: shows a document with Swagger UI, and signs in for the requests that are sent from it.

const bearer = 'bearer';
const output = document.querySelector('#signed-in');
const form = document.querySelector('#sign-in');
const tabs = [...document.querySelectorAll('[data-document]')];
let token;

const ui = globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: 'openapi.json',
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  // Documents are read from here alone, and are shown to nobody else.
  validatorUrl: null,
  queryConfigEnabled: false,
  onComplete: authorize,
});

for (const tab of tabs) {
  tab.addEventListener('click', () => {
    for (const other of tabs) other.setAttribute('aria-pressed', String(other === tab));
    ui.specActions.updateUrl(tab.dataset.document);
    ui.specActions.download(tab.dataset.document);
  });
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { value } = form.elements.credential;
  try {
    // A token has three parts with dots between them; anything else is taken for a key.
    token = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) ? value : await exchange(value);
    authorize();
    output.textContent = 'signed in';
    form.reset();
  } catch (error) {
    output.textContent = error.message;
  }
});

async function exchange(apiKey) {
  const response = await fetch('api/v1/auth', { method: 'POST', body: JSON.stringify({ apiKey }) });
  const { message, data } = await response.json();
  if (!response.ok) throw new Error(message);
  return data.token;
}

function authorize() {
  if (token !== undefined) ui.preauthorizeApiKey(bearer, token);
}
