import { visible } from '../../looks/visible.ts';
import type { GanttRow } from './answer.ts';

/** The name of a row; that of a workspace that the caller may not see is not known. */
export function nameOfRow({ name }: GanttRow): string {
  return name === null ? 'another workspace' : visible(name);
}
