import { effect, signal } from '@preact/signals';

const PLACE = 'gprsim.theme';

type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>((localStorage.getItem(PLACE) as Theme | null) ?? 'system');

/** Whether the page is dark at present: canvases need to know. */
export const isDark = signal(false);

export function startTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  effect(() => {
    const { value } = theme;
    localStorage.setItem(PLACE, value);
    if (value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
    const note = () => {
      isDark.value = value === 'dark' || (value === 'system' && system.matches);
    };
    note();
    system.addEventListener('change', note);
    return () => system.removeEventListener('change', note);
  });
}
