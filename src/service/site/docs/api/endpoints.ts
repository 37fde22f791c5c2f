import type { OpenApiDocument, OperationObject } from '../../../api/openapi/document-types.ts';

export type Endpoint = {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
};

/** The endpoints by the id of their operation, the callback included. */
export function endpointsOf({ paths, webhooks }: OpenApiDocument): ReadonlyMap<string, Endpoint> {
  const items = [
    ...Object.entries(paths),
    ...Object.values(webhooks).map((item) => ['your callback_url', item] as const),
  ];
  const endpoints = items.flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  return new Map(endpoints.map((endpoint) => [endpoint.operation.operationId, endpoint]));
}
