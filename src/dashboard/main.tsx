// The first import decides the order of the code: this one packs alike code best.
import './gantt/gantt.tsx';
import { render } from 'preact';
import { reportStoppedAdvance } from './clock/moves.ts';
import { startTicking } from './clock/now.ts';
import { App } from './frame/app.tsx';
import { follow } from './live/live.ts';
import { startTheme } from './page/theme.ts';
import { showHiddenCharacters } from './text/hidden.ts';

showHiddenCharacters();
startTheme();
follow();
startTicking();
reportStoppedAdvance();
render(<App />, document.body);
