import { useState } from 'preact/hooks';
import { sentenceOf } from './failure-texts.ts';
import { signIn, whySignIn } from './key-session.ts';

export function SignIn() {
  const [why, setWhy] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('key') as HTMLInputElement;
    try {
      await signIn(field.value.trim());
    } catch (error) {
      setWhy(sentenceOf(error));
    }
  };
  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1>gprsim</h1>
        <p>A simulated GPU allocation service. The server prints its Owner key at the start.</p>
        <label for="key">API key</label>
        <input id="key" name="key" type="password" autocomplete="off" spellcheck={false} required autofocus />
        <button type="submit" class="primary" data-testid="sign-in">
          Sign in
        </button>
        <p role="alert" class="problem">
          {why || whySignIn.value}
        </p>
      </form>
    </main>
  );
}
