import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** A reader at most a message's height from the end reads there, and is taken along when another one comes. */
const NEAR_PX = 120;

/** Takes a reader at the end of the page along when it gets another end. */
export function useEndOfPage(newest: string | undefined): void {
  const wasNearEnd = useRef(true);
  useEffect(() => {
    const look = () => (wasNearEnd.current = isNearEnd());
    document.addEventListener('scroll', look);
    return () => document.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    // A reader further up stays there.
    if (wasNearEnd.current) window.scrollTo({ top: document.documentElement.scrollHeight });
  }, [newest]);
}

const isNearEnd = (): boolean => {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - window.scrollY < NEAR_PX;
};
