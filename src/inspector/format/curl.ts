/** Quotes any text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

type Request = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A body as it is. */
  readonly body?: string;
  /** Fields of a form. */
  readonly form?: Readonly<Record<string, string>>;
};

/** A request as a curl command. The shell expands `"$SECRET_KEY"`, so no key is in the text. */
export function curlOf({ method, url, headers, body, form = {} }: Request): string {
  const fields = Object.entries(form).map(
    ([name, value]) => `--data-urlencode ${shellWord(`${name}=${value}`)}`,
  );
  const lines = [
    `curl -X ${method} ${shellWord(url)}`,
    ...Object.entries(headers).map(([name, value]) =>
      value === SECRET_KEY_PLACE ? `-H "${name}: ${value}"` : `-H ${shellWord(`${name}: ${value}`)}`,
    ),
    ...fields,
    ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Placeholder for the reader's own key. */
export const SECRET_KEY_PLACE = '$SECRET_KEY';
