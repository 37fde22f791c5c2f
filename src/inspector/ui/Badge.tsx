export type Tone = 'good' | 'bad' | 'wait' | 'plain';

type Props = { readonly tone: Tone; readonly children: string };

/** A state in a word or two. The colour carries no information of its own. */
export const Badge = ({ tone, children }: Props) => <span class={`badge badge-${tone}`}>{children}</span>;
