/** What is not of one instant: the server refuses `at` there. */
const TIMELESS =
  /^(sim\/(clock|branches|faults|gantt|series|events|totals|attempts|export|openapi\.json|facts\/stream)|api\/v1\/(api-key|slice-workspace\/kube-config))\b/;

/** @param path relative to the server, such as `sim/state` */
export function isOfInstant(path: string): boolean {
  return !TIMELESS.test(path);
}
