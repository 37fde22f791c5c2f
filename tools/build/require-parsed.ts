import ts from 'typescript';

/**
 * Returns the text, or raises its first syntax error. Without this the bundler would silently drop members that it cannot parse.
 */
export function requireParsed(fileName: string, text: string): string {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'written.ts' });
  const [fault] = diagnostics;
  if (!fault) return text;
  const line = text.slice(0, fault.start).split('\n').length;
  const message = ts.flattenDiagnosticMessageText(fault.messageText, '\n');
  throw new Error(`Writing declarations: found "${message}" at ${fileName}:${line}, wanted TypeScript`);
}
