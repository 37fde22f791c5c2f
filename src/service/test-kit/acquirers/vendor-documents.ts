import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const FOLDER = join(import.meta.dirname, '../../../../../shared/vendor/adyen');

/** Whether the vendor's documents stand beside the project, in `../shared`. */
export const hasVendorDocuments = existsSync(join(FOLDER, 'CheckoutService-v71.json'));

export type VendorValidator = {
  /** What is wrong with a value, by a schema of `components`; undefined: nothing. */
  fault(schema: string, value: unknown): string | undefined;
  /** Names and values of the document's examples. */
  readonly examples: readonly (readonly [name: string, value: unknown])[];
  readonly schemas: readonly string[];
};

type Document = {
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
};

export const checkoutDocument = () => vendorValidator('CheckoutService-v71.json');
export const webhookDocument = () => vendorValidator('Webhooks-v1.json');

function vendorValidator(file: string): VendorValidator {
  const document: Document = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, 'vendor', true, false);
  return {
    fault(schema, value) {
      const validate = ajv.getSchema(`vendor#/components/schemas/${schema}`);
      if (!validate) throw new Error(`Cannot validate: the document has no schema ${schema}`);
      return validate(value) ? undefined : `${schema}: ${ajv.errorsText(validate.errors)}`;
    },
    examples: Object.entries(document.components.examples).map(([name, { value }]) => [name, value]),
    schemas: Object.keys(document.components.schemas),
  };
}
