// The key leaves the address before it is read as a place. Then the imports decide the order of the code: these pack alike code best.
import './session/key-session.ts';
import './overview/overview.tsx';
import './what-if/what-if-place.tsx';
import { render } from 'preact';
import { reportJumps } from './clock/now.ts';
import { App } from './frame/app.tsx';
import { follow } from './live/live.ts';
import { showHiddenCharacters } from './page/names/hidden-characters.ts';
import { startTheme } from './page/theme.ts';

showHiddenCharacters();
startTheme();
follow();
reportJumps();
render(<App />, document.body);
