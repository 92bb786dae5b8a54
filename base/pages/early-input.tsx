import { type ReactNode, useEffect, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the visitor did before React had hydrated the page; `earlyInputScript` writes it down. */
interface EarlyInput {
  /** Fields that were typed into or ticked, in their order, with what they show; no chosen files, which no script may set. */
  readonly fields: Map<Field, string | boolean>;
  /** Pressed buttons, in their order. */
  readonly presses: Set<HTMLButtonElement>;
  /** The form that was sent last, with the button that sent it. */
  sent: { readonly form: HTMLFormElement; readonly button: HTMLElement | null } | null;
  /** From now on React hears of everything itself. */
  stop(): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Writes down what is typed, ticked and pressed until `EarlyInputReplay` asks for it; stands in the page as an inline script. React does not
 * hear of it meanwhile, or it would be done twice. A sent form shows that it is busy.
 */
export const earlyInputScript = `(()=>{
const early=window.earlyInput={fields:new Map,presses:new Set,sent:null,stop(){for(const [type,note] of notes)removeEventListener(type,note,true)}};
const field=({target})=>{if(target.matches?.('input:not([type=file]),textarea,select')){early.fields.delete(target);early.fields.set(target,/checkbox|radio/.test(target.type)?target.checked:target.value);return true}};
const press=({target})=>{const button=target.closest?.('button[type=button]:not([commandfor],[popovertarget])');if(button)early.presses.add(button);return button||target.matches?.('input')};
const send=(event)=>{event.preventDefault();early.sent={form:event.target,button:event.submitter};event.submitter?.setAttribute('aria-busy','true');return true};
const notes=Object.entries({input:field,change:field,click:press,submit:send}).map(([type,note])=>[type,(event)=>{if(event.isTrusted&&note(event))event.stopImmediatePropagation()}]);
for(const [type,note] of notes)addEventListener(type,note,true)})()`;

/** Changes a field as its user would: React compares with the value that was last set by a script. */
function retype(field: Field, typed: string | boolean): void {
  if (field instanceof HTMLInputElement && typeof typed === 'boolean') {
    field.checked = !typed;
    if (field.type === 'checkbox' || typed) field.click();
    return;
  }
  const prototype = Object.getPrototypeOf(field);
  const { set } = Object.getOwnPropertyDescriptor(prototype, 'value') ?? {};
  field.value = field instanceof HTMLSelectElement ? '' : field.defaultValue;
  set?.call(field, typed);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

const controls = () => [...document.querySelectorAll<HTMLElement>('input,textarea,select,button,form')];

/**
 * Finds what stands now where a control stood `before`: a page that does not look as it was sent, as a translated one may, is rendered anew by
 * React. Nothing is found where the page has more controls or fewer: another button must not be pressed.
 */
function nowOf(before: readonly HTMLElement[]) {
  const rendered = controls();
  const after = rendered.length === before.length ? rendered : [];
  return <Control extends HTMLElement>(control: Control, isSuch: (found: unknown) => found is Control): Control[] => {
    const found = control.isConnected ? control : after[before.indexOf(control)];
    return isSuch(found) && found.localName === control.localName ? [found] : [];
  };
}

const isField = (found: unknown): found is Field =>
  found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement;
const isButton = (found: unknown): found is HTMLButtonElement => found instanceof HTMLButtonElement;
const isElement = (found: unknown): found is HTMLElement => found instanceof HTMLElement;
const isForm = (found: unknown): found is HTMLFormElement => found instanceof HTMLFormElement;

function replay({ fields, presses, sent, stop }: EarlyInput, before: readonly HTMLElement[]): void {
  stop();
  const now = nowOf(before);
  for (const [old, typed] of fields) for (const field of now(old, isField)) retype(field, typed);
  for (const old of presses) for (const button of now(old, isButton)) button.click();
  if (sent === null) return;
  const [form] = now(sent.form, isForm);
  const [button = null] = sent.button === null ? [] : now(sent.button, isElement);
  button?.removeAttribute('aria-busy');
  // The form is checked with what was typed, which React has rendered by then.
  setTimeout(() => form?.requestSubmit(button));
}

/** Around the hydrated page: lets it hear of what the visitor typed, ticked and pressed before, so that nothing is lost on a slow phone. */
export function EarlyInputReplay({ children }: { readonly children: ReactNode }) {
  const [before] = useState(controls);
  useEffect(() => {
    if (window.earlyInput) replay(window.earlyInput, before);
    delete window.earlyInput;
    window.pressAgain?.();
  }, [before]);
  return children;
}
