import { render } from 'preact';
import { startTicking } from './clock/now.ts';
import { App } from './frame/app.tsx';
import { startTheme } from './frame/theme.ts';
import { follow } from './live/live.ts';

startTheme();
follow();
startTicking();
render(<App />, document.body);
