import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { AdminApi } from '../api/admin-api.ts';
import { StatusChips } from '../parts/StatusChips.tsx';
import { type Inspector, InspectorContext } from '../state/inspector.ts';
import { createResource } from '../state/resource.ts';
import type { Route } from '../state/route.ts';
import type { Token } from '../state/token.ts';
import { ResourceView } from '../ui/ResourceView.tsx';
import { Layout } from './Layout.tsx';
import { PageOfRoute } from './PageOfRoute.tsx';
import { TokenForm } from './TokenForm.tsx';

type Props = { readonly token: Token; readonly api: AdminApi; readonly route: Route };

/** The inspector, or the form for its token. */
export function App({ token, api, route }: Props) {
  // Kept, so that a mistyped token can be corrected.
  const typedText = useRef('');
  if (token.value.value === null) {
    return (
      <TokenForm
        lastInput={typedText.current}
        isRefused={token.isRefused.value}
        onToken={(newToken, text) => {
          typedText.current = text;
          token.keep(newToken);
        }}
      />
    );
  }
  return <Open key={token.value.value} api={api} route={route} />;
}

/** Loads once what all pages need. */
function Open({ api, route }: Omit<Props, 'token'>) {
  const start = useMemo(() => {
    const load = async () => {
      const [service, { accounts }] = await Promise.all([api.service(), api.accounts()]);
      return { service, accounts };
    };
    return createResource(load);
  }, [api]);
  useEffect(() => {
    start.reload();
  }, [start]);
  return (
    <Layout route={route}>
      <ResourceView resource={start}>
        {({ service, accounts }) => {
          const inspector: Inspector = { api, route, service, accounts, reloadAccounts: start.reload };
          return (
            <InspectorContext.Provider value={inspector}>
              <StatusChips />
              <PageOfRoute place={route.place.value} />
            </InspectorContext.Provider>
          );
        }}
      </ResourceView>
    </Layout>
  );
}
