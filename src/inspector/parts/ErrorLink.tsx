import { useInspector } from '../state/inspector.ts';

/** An error code, linked to its documentation. */
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
