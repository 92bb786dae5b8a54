import { useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import { focusFirstFault } from '#base/ui/focus-fault.ts';
import { productChanged } from './merch-failures.ts';
import { bodyOf, type FormFaults, faultsOf, type ProductForm, serverFaults } from './product-form.ts';

/** The product that is being changed; its revision tells whether a colleague has saved meanwhile. */
export interface EditedProduct {
  readonly id: string;
  readonly revision: number;
}

type SaveState = 'idle' | 'busy' | 'saved' | { readonly fault: string; readonly isStale: boolean };

/** New values, or how pictures that arrive change those that are there. */
type Change = Partial<ProductForm> | ((before: ProductForm) => Pick<ProductForm, 'images'>);

/** Where the fault of a value stands that has none of its own. */
const homes: Readonly<Record<string, string>> = {
  user: 'userId',
  isToOrder: 'stock',
  sizeId: 'sizeIds',
  colorId: 'colorIds',
};

/** The form of one product: what is typed, what is wrong with it, and whether it is saved. */
export function useProductForm(start: ProductForm, edited: EditedProduct | null) {
  const [saved, setSaved] = useState<ProductForm>(start);
  const [form, setForm] = useState(start);
  const [faults, setFaults] = useState<FormFaults>({});
  const [state, setState] = useState<SaveState>('idle');
  const [revision, setRevision] = useState(edited?.revision);
  const isUnsaved = JSON.stringify(form) !== JSON.stringify(saved);

  const change = (part: Change) => {
    setForm((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
    setState('idle');
    // What is wrong with a field is forgotten as soon as it changes; nothing new comes up while somebody is still typing.
    const touched = typeof part === 'function' ? ['images'] : Object.keys(part).map((name) => homes[name] ?? name);
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !touched.includes(name))));
  };

  const refuse = (found: FormFaults) => {
    setFaults(found);
    setState('idle');
    focusFirstFault(document);
  };

  const send = async () => {
    const body = bodyOf(form, edited === null ? null : saved);
    if (edited === null) return call('POST Product/Create', { body });
    return call('PUT Product/Update', {
      body: { ...body, id: edited.id, ...(revision !== undefined && { revision }) },
    });
  };

  /** The id of the product where it was saved, else null and the form says why. */
  const save = async (): Promise<string | null> => {
    const found = faultsOf(form);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return null;
    }
    setState('busy');
    try {
      const product = await send();
      setRevision(product.revision);
      setSaved(form);
      setFaults({});
      setState('saved');
      return product.id;
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      if (error.fields !== undefined) refuse(serverFaults(error.fields));
      setState({ fault: error.message, isStale: productChanged.is(error) });
      return null;
    }
  };

  const reset = () => {
    setForm(saved);
    setFaults({});
    setState('idle');
  };

  return { form, faults, state, isUnsaved, change, save, reset };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
