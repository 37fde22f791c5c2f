import { useInspector } from '../state/inspector.ts';

/** An error's code, which leads to what it means and what to do. */
export function ErrorLink({ code }: { readonly code: string }) {
  const { service } = useInspector();
  return (
    <a
      class="code-link"
      href={`${service.base_url}/docs/errors#${code}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {code}
    </a>
  );
}
