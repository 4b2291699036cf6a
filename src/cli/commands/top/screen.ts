// The terminal of `top`: the alternate screen and the keys. Every end of the program restores the terminal.

import { badUsage } from '../../../arguments/failure.ts';
import { hasColors, styled } from '../../support/output/color.ts';
import type { Paint } from './repaint.ts';

const ESC = '\u001b[';
/** Alternate screen; no cursor; no wrap, so that a wide character cannot move the lines below. */
const ENTER = `${ESC}?1049h${ESC}?25l${ESC}?7l`;
const LEAVE = `${ESC}?7h${ESC}?25h${ESC}?1049l`;
const HOME = `${ESC}H`;
const CLEAR_LINE = `${ESC}K`;
const CLEAR_BELOW = `${ESC}J`;

/** The exit code after SIGHUP: 128 + signal. */
const HANG_UP = 129;

const SIZE_DEFAULT: Size = { columns: 80, rows: 24 };

/** Sequences of terminals, and the names of their keys. Other keys have their character as name. */
const sequences: Readonly<Record<string, string>> = {
  [`${ESC}A`]: 'up',
  [`${ESC}B`]: 'down',
  '\u001bOA': 'up',
  '\u001bOB': 'down',
  [`${ESC}5~`]: 'page up',
  [`${ESC}6~`]: 'page down',
  [`${ESC}H`]: 'home',
  [`${ESC}F`]: 'end',
  [`${ESC}1~`]: 'home',
  [`${ESC}4~`]: 'end',
  '\u001bOH': 'home',
  '\u001bOF': 'end',
  '\u0003': 'interrupt',
  '\u001a': 'suspend',
};

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Screen {
  readonly paint: Paint;
  readonly size: () => Size;
  readonly show: (lines: readonly string[]) => void;
  readonly close: () => void;
}

export interface ScreenEvents {
  readonly onKey: (key: string) => void;
  /** The size of the terminal has changed, or the terminal was used by another program. */
  readonly onRedraw: () => void;
}

/** @throws CommandFailure without a terminal */
export function requireTerminal(): void {
  if (process.stdin.isTTY && process.stdout.isTTY && process.env.TERM !== 'dumb') return;
  throw badUsage(
    'top needs a terminal for input and output; gprsim queue --watch and gprsim nodes --watch need none',
  );
}

export function terminalSize(): Size {
  const { columns, rows } = process.stdout;
  return { columns: columns || SIZE_DEFAULT.columns, rows: rows || SIZE_DEFAULT.rows };
}

export function openScreen({ onKey, onRedraw }: ScreenEvents): Screen {
  const { stdin, stdout } = process;
  let isOpen = false;
  const enter = () => {
    isOpen = true;
    stdin.setRawMode(true);
    stdout.write(ENTER);
  };
  const leave = () => {
    if (!isOpen) return;
    isOpen = false;
    stdout.write(LEAVE);
    stdin.setRawMode(false);
  };
  const resume = () => {
    enter();
    onRedraw();
  };
  const suspend = () => {
    leave();
    process.once('SIGCONT', resume);
    process.kill(process.pid, 'SIGTSTP');
  };
  const receive = (chunk: string) => {
    for (const key of keysIn(chunk)) {
      if (key === 'suspend') suspend();
      else onKey(key);
    }
  };
  const hangUp = () => process.exit(HANG_UP);
  // The message of an unforeseen failure would be lost with the alternate screen.
  process.prependListener('uncaughtException', leave);
  process.on('exit', leave);
  process.on('SIGHUP', hangUp);
  enter();
  stdin.setEncoding('utf8');
  stdin.on('data', receive);
  stdin.resume();
  stdout.on('resize', onRedraw);
  return {
    paint: (format, text) => (hasColors(stdout) && text !== '' ? styled(format, text) : text),
    size: terminalSize,
    show(lines) {
      if (isOpen) stdout.write(HOME + lines.map((line) => line + CLEAR_LINE).join('\r\n') + CLEAR_BELOW);
    },
    close() {
      leave();
      stdin.off('data', receive);
      stdin.pause();
      stdout.off('resize', onRedraw);
      process.off('SIGCONT', resume);
      process.off('SIGHUP', hangUp);
      process.off('exit', leave);
      process.off('uncaughtException', leave);
    },
  };
}

/** The names of the keys in a chunk of input. Unknown sequences are dropped. */
export function keysIn(chunk: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys send control characters
  const parts = chunk.match(/\u001b\[[0-9;]*[A-Za-z~]|\u001bO[A-Z]|[\s\S]/g) ?? [];
  return parts.flatMap((part) => sequences[part] ?? (part.length === 1 && part !== '\u001b' ? [part] : []));
}
