import type * as z from 'zod/mini';

/** The part of OpenAPI 3.1 that our document uses. */

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type Reference = { readonly $ref: string };

export type HeaderObject = {
  readonly description: string;
  /** Whether every answer that lists the header has it. Default: no. */
  readonly required?: boolean;
  readonly schema: JsonSchema;
};

type Example = { readonly summary?: string; readonly description?: string; readonly value: unknown };

export type MediaType = {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
};

type Content = Readonly<Record<string, MediaType>>;

export type ResponseObject = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
};

export type ParameterObject = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string;
};

export type OperationObject = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly externalDocs?: { readonly description: string; readonly url: string };
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
};

type PathItem = Readonly<Record<string, OperationObject>>;

export type OpenApiDocument = {
  readonly openapi: string;
  readonly jsonSchemaDialect: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
  };
};
