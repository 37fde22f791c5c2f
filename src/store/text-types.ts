/** PostgreSQL's numbers for the types that Drizzle reads as text. */
export const TEXT_TYPES: readonly number[] = Object.values({
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  dates: 1182,
  timestamps: 1115,
  timestamptzs: 1185,
  intervals: 1187,
  numerics: 1231,
});

export const asText = (value: string) => value;
