import type { ComponentProps, MouseEvent } from 'react';

type Button = ComponentProps<'button'>;

const ignore = (event: MouseEvent) => event.preventDefault();

/** A disabled button ignores presses but keeps the focus: `disabled` itself would send it to the start of the page while a call is under way. */
export function withKeptFocus({ disabled, ...button }: Button): Button {
  return disabled === true ? { ...button, 'aria-disabled': true, onClick: ignore } : button;
}
