import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { problemText } from '../ui/checkout.ts';
import { language } from '../ui/language.ts';

/** How long until the backend is asked again for what is not known yet. */
const ASK_AGAIN_MS = 3000;

/** An answer of the backend, asked for again in another language, and while it is `incomplete`. The last request counts. */
export function useAnswer<Answer>(
  ask: () => Promise<Answer>,
  incomplete: (answer: Answer | undefined) => boolean = () => false,
) {
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState('');
  const current = useRef<Promise<Answer> | null>(null);
  /** Takes the answer to another request; resolves to whether it is shown. */
  const read = async (request = ask()): Promise<boolean> => {
    current.current = request;
    const [value, text] = await request.then(
      (received) => [received, ''] as const,
      (error) => [undefined, problemText(error)] as const,
    );
    if (current.current !== request) return false;
    current.current = null;
    if (value) setAnswer(value);
    setProblem(text);
    return value !== undefined;
  };
  useLayoutEffect(() => {
    read().catch(() => {});
  }, [language()]);
  const isIncomplete = incomplete(answer);
  useEffect(() => {
    const timer = isIncomplete ? setInterval(() => current.current ?? read(), ASK_AGAIN_MS) : undefined;
    return () => clearInterval(timer);
  }, [isIncomplete]);
  return { answer, problem, read };
}
