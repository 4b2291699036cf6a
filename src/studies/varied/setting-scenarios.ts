// Loads the scenario of a setting: the content of a scenario file with the values of the varied members.

import { keptFiles } from '../../scenario/input-files.ts';
import { type LoadedScenario, type LoadOptions, scenarioOf } from '../../scenario/load.ts';
import { whyNowhere, withMember } from './pointer.ts';
import type { Settings } from './settings.ts';

type Loaded = Extract<LoadedScenario, { readonly ok: true }>;

/** A scenario before its members are varied. */
export interface Source {
  readonly name: string;
  /** The path of the file, for relative paths of trace files. */
  readonly file: string;
  readonly content: unknown;
  /** The pointer of the member that pointers begin at; '' for the whole content. */
  readonly root: string;
  /** The content as written. */
  readonly loaded: Loaded;
}

export class SettingScenarios {
  readonly settings: Settings;
  readonly #sources: readonly Source[];
  readonly #options: LoadOptions;
  #last: { readonly setting: number; readonly loaded: LoadedScenario } | undefined;

  /** @param settings of these sources */
  constructor(sources: readonly Source[], settings: Settings, options: Pick<LoadOptions, 'now' | 'load'>) {
    this.settings = settings;
    this.#sources = sources;
    this.#options = { ...options, files: keptFiles() };
  }

  /** What is wrong with the pointers of the varied members, one sentence each. */
  problems(): string[] {
    return this.#sources.flatMap(({ name, content, root }) =>
      this.settings.members.flatMap(({ pointer }) => {
        const why = whyNowhere(content, root + pointer);
        return why === undefined ? [] : [`${pointer} ${why} (${name})`];
      }),
    );
  }

  /** Only the last scenario is kept: those of a large grid would not fit into memory. */
  load(setting: number): LoadedScenario {
    const { source, values } = this.settings.at(setting);
    const { members } = this.settings;
    const { loaded, file, content, root } = this.#sources[source];
    if (members.length === 0) return loaded;
    if (this.#last?.setting !== setting) {
      const varied = members.reduce(
        (inner, { pointer }, i) => withMember(inner, root + pointer, values[i]),
        content,
      );
      this.#last = { setting, loaded: scenarioOf(varied, file, { ...this.#options, written: content }) };
    }
    return this.#last.loaded;
  }
}
