// The scheduler of the process: in each turn of the event loop, one slice of one long work, or one of all long answers together. So
// the time that the loop is held does not grow with the number of worlds and works, and none of them waits forever.

const works: (() => void)[] = [];
const answers: (() => void)[] = [];
let isPlanned = false;
/** Whether the last turn was one of answers. */
let wereAnswers = false;

/** Waits for the turn of a work: a later turn of the event loop, which this work has for its next slice. */
export function loopTurn(): Promise<void> {
  return new Promise((resolve) => {
    works.push(resolve);
    plan();
  });
}

/** Calls `run` in a later turn of the event loop, which the answers have: every second one while works wait. */
export function answersTurn(run: () => void): void {
  answers.push(run);
  plan();
}

function plan(): void {
  if (isPlanned || works.length + answers.length === 0) return;
  isPlanned = true;
  setImmediate(grant);
}

/** The slice of a work runs in the microtasks after this. */
function grant(): void {
  isPlanned = false;
  wereAnswers = works.length === 0 || (answers.length > 0 && !wereAnswers);
  const next = (wereAnswers ? answers : works).shift()!;
  plan();
  next();
}
