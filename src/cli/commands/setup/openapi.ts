import type { Command } from 'commander';
import { documentOf } from '../../../api/frame/openapi/document.ts';
import { operations } from '../../../server/app.ts';
import type { Output } from '../../support/output/output.ts';

interface OpenApiFlags {
  readonly sim?: boolean;
}

export function openapi(flags: OpenApiFlags, output: Output): void {
  const document = documentOf(flags.sim === true ? 'simulation' : 'service', operations);
  output.data(document);
  output.text(JSON.stringify(document, null, 2));
}

export function declare(command: Command, output: Output): void {
  command
    .option('--sim', 'print the document of the interface under /sim instead')
    .action((flags) => openapi(flags, output));
}
