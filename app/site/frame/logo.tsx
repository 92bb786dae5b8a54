import { Link } from 'react-router';
import { pictureAddress } from '#app/images/picture-address.ts';
import { useBrand, useProductName } from '#base/pages/brand.ts';
import classes from './logo.module.css';

/** The logo and the name, linked to home. */
export function Logo() {
  const { logo } = useBrand();
  const name = useProductName();
  return (
    <Link to="/" className={classes.logo}>
      {logo === '' ? (
        <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
          <path fill="var(--accent)" d="M14 1h4v4h4v4h4v4h4v6h-4v4h-4v4h-4v4h-4v-4h-4v-4H6v-4H2v-6h4V9h4V5h4z" />
          <path fill="var(--saffron)" d="M14 8h4v3h3v3h3v4h-3v3h-3v3h-4v-3h-3v-3H8v-4h3v-3h3z" />
          <path fill="var(--page)" d="M14 13h4v6h-4z" />
        </svg>
      ) : (
        <img src={pictureAddress(logo, 128)} alt="" height="32" />
      )}
      <span>{name}</span>
    </Link>
  );
}
