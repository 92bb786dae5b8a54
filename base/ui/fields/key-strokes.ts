import { type RefObject, useEffect, useEffectEvent } from 'react';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))
  );
}

/**
 * Handles single keys while no field has the focus and no dialog is open. Keys are identified by position (`KeyJ`, `Slash`), so that they
 * work in every layout. The handler returns whether it handled the key.
 */
export function useKeyStrokes(act: (code: string, isShift: boolean) => boolean): void {
  const strike = useEffectEvent(act);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      if (strike(event.code, event.shiftKey)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** `/` moves the focus to the search field, which has `aria-keyshortcuts`. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>, isOn = true): void {
  useKeyStrokes((code) => {
    if (!isOn || code !== 'Slash') return false;
    field.current?.focus();
    return true;
  });
}
