import { idForm } from '#base/text/id-form.ts';

/** The id that a filter in the address names; undefined where it is none. */
export function idParameter(params: URLSearchParams, name: string): string | undefined {
  const text = params.get(name) ?? '';
  return idForm.test(text) ? text : undefined;
}
