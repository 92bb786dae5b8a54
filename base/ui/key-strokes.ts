import { type RefObject, useEffect, useRef } from 'react';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))
  );
}

/**
 * Single keys that act while nobody types and no dialog is open. By their place on the keyboard (`KeyJ`, `Slash`), so that they
 * work in every layout, Russian too. The handler answers whether it took the key.
 */
export function useKeyStrokes(act: (code: string, isShift: boolean) => boolean): void {
  const current = useRef(act);
  useEffect(() => {
    current.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      if (current.current(event.code, event.shiftKey)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** `/` from anywhere leads to the search; its field says so with `aria-keyshortcuts`. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>, isOn = true): void {
  useKeyStrokes((code) => {
    if (!isOn || code !== 'Slash') return false;
    field.current?.focus();
    return true;
  });
}
