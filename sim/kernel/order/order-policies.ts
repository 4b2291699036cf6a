export { fairShare } from './fair-share.ts';
export { priority } from './priority.ts';
export { shortest } from './shortest.ts';
