// The records of a trace: what shim.c recorded, in order.

/** Size of the header of a record. */
export const RECORD_BYTES = 24;
/** Type of a mark; JavaScript writes it. */
export const MARKED = 100;

export type Operation =
  /** `isNew`: created here. Otherwise the file was there when the trace began. */
  | { readonly kind: 'open'; readonly file: number; readonly name: string; readonly isNew: boolean }
  | { readonly kind: 'write'; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: number; readonly size: number }
  | { readonly kind: 'sync' | 'failed-sync'; readonly file: number }
  | { readonly kind: 'folder-sync' | 'failed-folder-sync' }
  /** A call that failed, whatever its kind; `failed-sync` follows it if it is a sync. */
  | { readonly kind: 'failed-call' }
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'mark'; readonly text: string };

/** Returns the operations of a trace. The bytes of writes are views of the trace. */
export function operationsOf(trace: Buffer): Operation[] {
  const operations: Operation[] = [];
  let at = 0;
  while (at < trace.length) {
    const type = trace.readUInt32LE(at);
    const file = trace.readUInt32LE(at + 4);
    const offset = Number(trace.readBigUInt64LE(at + 8));
    const end = at + RECORD_BYTES + trace.readUInt32LE(at + 16);
    operations.push(operationOf(type, file, offset, trace.subarray(at + RECORD_BYTES, end)));
    at = end;
  }
  return operations;
}

function operationOf(type: number, file: number, offset: number, bytes: Buffer): Operation {
  switch (type) {
    case 1:
    case 2:
      return { kind: 'open', file, name: bytes.toString(), isNew: type === 1 };
    case 3:
      return { kind: 'write', file, at: offset, bytes };
    case 4:
      return { kind: 'truncate', file, size: offset };
    case 5:
      return { kind: 'sync', file };
    case 6:
      return { kind: 'failed-sync', file };
    case 7:
      return { kind: 'unlink', name: bytes.toString() };
    case 8: {
      const [name, to] = bytes.toString().split('\0');
      return { kind: 'rename', name, to };
    }
    case 9:
      return { kind: 'folder-sync' };
    case 10:
      return { kind: 'failed-folder-sync' };
    case 11:
      return { kind: 'failed-call' };
    case MARKED:
      return { kind: 'mark', text: bytes.toString() };
    default:
      throw new Error(`unknown record ${type}`);
  }
}

/** Returns one line about an operation, to show the end of a trace. */
export function lineOf(operation: Operation): string {
  switch (operation.kind) {
    case 'write':
      return `write file ${operation.file} at ${operation.at}: ${operation.bytes.length} bytes`;
    case 'open':
      return `${operation.isNew ? 'create' : 'open'} file ${operation.file} ${operation.name}`;
    default:
      return Object.values(operation).join(' ');
  }
}
