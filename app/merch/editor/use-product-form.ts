import { useState } from 'react';
import { call } from '#app/call.ts';
import type { CallFailure } from '#base/calls/errors.ts';
import { membersOf } from '#base/text/stored-value.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { productChanged, stockChanged } from '../merch-failures.ts';
import {
  afterSave,
  bodyOf,
  type FormFaults,
  faultsOf,
  type ProductForm,
  serverFaults,
  type TypedProduct,
  withStock,
} from './product-form.ts';

/** The product that is being edited; its revision shows whether another moderator has saved meanwhile. */
export interface EditedProduct {
  readonly id: string;
  readonly revision: number;
}

/** New values, or a function that adds uploaded pictures to the current ones. */
type Change = Partial<ProductForm> | ((before: ProductForm) => Pick<ProductForm, 'images'>);

/** The field that shows the fault of a value without a field of its own. */
const homes: Readonly<Record<string, string>> = {
  user: 'userId',
  isToOrder: 'stock',
  sizeId: 'sizeIds',
  colorId: 'colorIds',
};

/** The current stock and revision from a `StockChanged` failure; null for any other error. */
function currentOf(error: CallFailure): { readonly stock: number; readonly revision: number } | null {
  if (!stockChanged.is(error)) return null;
  const { stock, revision } = membersOf(error.details);
  return typeof stock === 'number' && typeof revision === 'number' ? { stock, revision } : null;
}

/** Applies a change and clears the faults of the changed fields; no new fault appears during typing. */
function changed({ form, faults, stockNow }: TypedProduct, part: Change): TypedProduct {
  const values = typeof part === 'function' ? part(form) : part;
  const touched = Object.keys(values).map((name) => homes[name] ?? name);
  return {
    form: { ...form, ...values },
    faults: Object.fromEntries(Object.entries(faults).filter(([name]) => !touched.includes(name))),
    stockNow: touched.includes('stock') ? null : stockNow,
  };
}

/** The state of the form of one product: its values, their faults, and saving. */
export function useProductForm(start: ProductForm, edited: EditedProduct | null, onCreated: (id: string) => void) {
  const [saved, setSaved] = useState<ProductForm>(start);
  const [typed, setTyped] = useState<TypedProduct>({ form: start, faults: {}, stockNow: null });
  const [revision, setRevision] = useState(edited?.revision);
  const { isBusy, isDone, failure, act, forget } = useAction(showRefusal);
  const { form, faults, stockNow } = typed;
  const isUnsaved = JSON.stringify(form) !== JSON.stringify(saved);

  const change = (part: Change) => {
    setTyped((before) => changed(before, part));
    forget();
  };

  const refuse = (found: FormFaults) => {
    setTyped((before) => ({ ...before, faults: found }));
  };

  const send = async () => {
    const body = bodyOf(form, edited === null ? null : saved);
    if (edited === null) return call('POST Product/Create', { body });
    return call('PUT Product/Update', {
      body: { ...body, id: edited.id, ...(revision !== undefined && { revision }) },
    });
  };

  function showRefusal(refusal: CallFailure) {
    const current = currentOf(refusal);
    if (current !== null) {
      setSaved((before) => withStock(before, current.stock));
      setRevision(current.revision);
      setTyped((before) => ({ ...before, stockNow: current.stock }));
    }
    if (refusal.fields !== undefined) refuse(serverFaults(refusal.fields));
  }

  const save = async () => {
    forget();
    const found = faultsOf(form);
    if (Object.keys(found).length > 0) return refuse(found);
    await act(async () => {
      const product = await send();
      setRevision(product.revision);
      setSaved(withStock(form, product.stock));
      setTyped((now) => afterSave(now, form, product.stock));
      if (edited === null) onCreated(product.id);
    });
  };

  const reset = () => {
    setTyped({ form: saved, faults: {}, stockNow: null });
    forget();
  };

  const isStale = productChanged.is(failure);
  return { form, faults, stockNow, isBusy, isSaved: isDone, isUnsaved, failure, isStale, change, save, reset };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
