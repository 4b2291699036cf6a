import type { IsWanted } from '../../world.ts';
// One answer for all who ask the same of the same state, while it is computed and until another question comes.

export class LatestAnswer<T> {
  #question = '';
  #world: unknown;
  #answer: T | Promise<T> | undefined;
  #askers: IsWanted[] = [];

  /**
   * @param question what is asked, and the state of the world @param world what another world replaces
   * @param make computes the answer, as long as one asker wants it
   */
  of(
    question: string,
    world: unknown,
    isWanted: IsWanted = () => true,
    make: (isWanted: IsWanted) => T | Promise<T>,
  ): T | Promise<T> {
    if (this.#answer !== undefined && question === this.#question && world === this.#world) {
      if (this.#answer instanceof Promise) this.#askers.push(isWanted);
      return this.#answer;
    }
    const askers = [isWanted];
    this.#question = question;
    this.#world = world;
    this.#askers = askers;
    // If `make` throws, the answer to the question before must not stay.
    this.#answer = undefined;
    const answer = make(() => askers.some((one) => one()));
    this.#answer = answer;
    if (answer instanceof Promise)
      answer.then(
        (made) => {
          if (this.#answer === answer) this.#answer = made;
        },
        () => {
          if (this.#answer === answer) this.#answer = undefined;
        },
      );
    return answer;
  }
}
