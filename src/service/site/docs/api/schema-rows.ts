import type { JsonSchema } from '../../../api/openapi/document-types.ts';
import { type Html, html, prose, raw } from '../../pages/html.ts';
import { type Row, table } from '../layout/page.ts';

type Schema = JsonSchema | boolean;

/** A table of the fields, or what the schema is in a few words. */
export function fieldsOf(label: string, schema: JsonSchema): Html {
  const rows = fieldRows(schema);
  if (rows.length === 0) return html`<p>${typeText(schema)}</p>`;
  return table(label, ['Field', 'Type', 'Meaning'], rows);
}

/** One row per field of an object. */
function fieldRows(schema: JsonSchema): Row[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const optional = !required.has(name) && html`<br><small>optional</small>`;
    return { cells: [html`<code>${name}</code>${optional}`, typeText(field), meaning(field)] };
  });
}

/** A type in a few words, named schemas as links. */
export function typeText(schema: Schema): Html {
  if (typeof schema === 'boolean') return html`anything`;
  if (schema.$ref !== undefined) return schemaLink(schema.$ref);
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf?.slice(0, 1);
  if (branches) return joined(branches.map(typeText), ' or ');
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ', ',
    );
  if (schema.type === 'array') return html`list of ${itemType(schema)}`;
  if (schema.type === 'object' && schema.properties)
    return html`object: ${joined(
      Object.keys(schema.properties).map((name) => html`<code>${name}</code>`),
      ', ',
    )}`;
  return html`${schema.type ?? 'anything'}`;
}

function itemType({ items }: JsonSchema): Html {
  return items === undefined || Array.isArray(items) ? html`anything` : typeText(items);
}

function meaning(schema: Schema): Html {
  if (typeof schema === 'boolean') return html``;
  const { description = '', pattern, maxLength, format, examples: [example] = [] } = schema;
  const bound = maxLength !== undefined && html` <small>At most ${maxLength} characters.</small>`;
  const isShown = pattern !== undefined && maxLength === undefined;
  const form =
    isShown &&
    (format === 'uuid'
      ? html` <small>A UUID.</small>`
      : html` <small>Matches <code>${pattern}</code></small>`);
  const such = example !== undefined && html` <small>Such as <code>${String(example)}</code>.</small>`;
  return html`${prose(description)}${bound}${form}${such}`;
}

function schemaLink(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="/docs/schemas#schema-${name}">${name}</a>`;
}

function joined(parts: readonly Html[], between: string): Html {
  return raw(parts.join(between));
}
