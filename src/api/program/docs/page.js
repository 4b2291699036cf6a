const bearer = 'bearer';
/** The page shows a stream until the first of these limits. */
const streamMs = 5_000;
const streamEventsMax = 20;
const streamBytesMax = 100_000;

const output = document.querySelector('#signed-in');
const form = document.querySelector('#sign-in');
const tabs = [...document.querySelectorAll('[data-document]')];
/** The API key; undefined if the user entered a token. The page keeps it in memory only. */
let apiKey;
let token;
let renewing;

const nothing = () => () => null;

const ui = globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: 'openapi.json',
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  // Users sign in with the form of the page only.
  plugins: [{ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } }],
  layout: 'BaseLayout',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  // Never sends a document to an external validator.
  validatorUrl: null,
  queryConfigEnabled: false,
  requestInterceptor: prepare,
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
    // A token has three parts, separated by dots. Any other value is a key.
    if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(value)) {
      apiKey = undefined;
      take(value);
    } else {
      take(await exchange(value));
      apiKey = value;
    }
    output.textContent = 'signed in';
    form.reset();
  } catch (error) {
    output.textContent = error.message;
  }
});

async function exchange(key) {
  const response = await fetch('api/v1/auth', { method: 'POST', body: JSON.stringify({ apiKey: key }) });
  const { message, data } = await response.json();
  if (!response.ok) throw new Error(message);
  return data.token;
}

function take(newToken) {
  token = newToken;
  authorize();
}

function authorize() {
  if (token !== undefined) ui.preauthorizeApiKey(bearer, token);
}

/** Exchanges the key for a new token, once for all waiting requests. */
function renew() {
  renewing ??= exchange(apiKey)
    .then(take)
    .catch((error) => {
      output.textContent = `no longer signed in: ${error.message}`;
    })
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

function prepare(request) {
  if (request.loadSpec) return request;
  if (request.headers.Authorization !== undefined) sign(request);
  request.userFetch = send;
  return request;
}

function sign({ headers }) {
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
}

/** Sends a request. After a 401, it renews the token and sends the request once more. */
async function send(url, request) {
  const abort = new AbortController();
  let response = await fetch(url, { ...request, signal: abort.signal });
  if (response.status === 401 && request.headers.Authorization !== undefined) {
    if (apiKey === undefined) {
      output.textContent = 'the token has expired; sign in again';
    } else {
      const before = token;
      await renew();
      if (token !== before) {
        sign(request);
        response = await fetch(url, { ...request, signal: abort.signal });
      }
    }
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return isStream ? beginningOf(response, abort) : response;
}

/** The beginning of a stream as an answer, because streams do not end. */
async function beginningOf(response, abort) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => abort.abort(), streamMs);
  let text = '';
  let events = 0;
  try {
    while (events < streamEventsMax && text.length < streamBytesMax) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      events = text.split('\n\n').length - 1;
    }
  } catch {
    // The time limit has passed.
  }
  clearTimeout(timer);
  abort.abort();
  const shown = text.split('\n\n').slice(0, streamEventsMax).join('\n\n').trimEnd();
  const note = `: this page ends a stream after ${streamMs / 1000} s or ${streamEventsMax} events; use curl -N to read on`;
  const { status, headers } = response;
  return new Response(`${shown}\n\n${note}\n`, { status, headers });
}
