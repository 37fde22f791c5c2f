import { describe, expect, it } from 'vitest';
import { directionOf } from './text-direction.ts';

describe('directionOf', () => {
  it('is rtl for Arabic and Hebrew, ltr for English', () => {
    expect(['ar', 'he', 'ar-EG', 'en'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr']);
  });
});
