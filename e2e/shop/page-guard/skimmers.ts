import { DOCUMENT_SKIMMERS } from './document-skimmers.ts';
import type { Skimmer } from './skimmer.ts';
import { TAG_MANAGER_SKIMMERS } from './tag-manager-skimmers.ts';

/** All kinds, by name. */
export const SKIMMERS: Readonly<Record<string, Skimmer>> = { ...DOCUMENT_SKIMMERS, ...TAG_MANAGER_SKIMMERS };
