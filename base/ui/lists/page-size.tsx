import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { useAddressFilter } from './address-filter.ts';
import classes from './page-size.module.css';

/** The sizes of a page of a list; the first is the default. */
export type PageSizes = readonly [number, ...number[]];

/** The page size in the address, or the default. */
export function pageSizeIn(params: URLSearchParams, sizes: PageSizes): number {
  return sizes.find((size) => String(size) === params.get('take')) ?? sizes[0];
}

/** How many rows a page has. It stands beside their number. */
export function PageSize({ sizes, size }: { readonly sizes: PageSizes; readonly size: number }) {
  const id = useId();
  const [, change] = useAddressFilter('take');
  return (
    <span className={classes.size}>
      <label htmlFor={id}>
        <Trans>На странице</Trans>
      </label>
      <select
        id={id}
        value={size}
        onChange={({ currentTarget: { value } }) => change(value === String(sizes[0]) ? '' : value)}
      >
        {sizes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </span>
  );
}
