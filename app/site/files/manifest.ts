import { pictureAddress } from '#app/images/picture-address.ts';
import { type Brand, siteNameOf } from '#base/pages/own-brand.ts';
import { accentColours } from '#base/ui/theme/accent.ts';

/** The web app manifest of the site: https://www.w3.org/TR/appmanifest/. */
export function manifestOf(brand: Brand) {
  const { logo, accent } = brand;
  const siteName = siteNameOf(brand);
  const icon =
    logo === ''
      ? { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }
      : { src: pictureAddress(logo, 512), sizes: '512x512' };
  return {
    name: siteName,
    short_name: siteName,
    lang: 'ru',
    start_url: '/',
    display: 'standalone',
    background_color: '#FBF8F3',
    theme_color: accent === '' ? '#C2334D' : accentColours(accent).fill.light,
    icons: [icon],
  };
}
