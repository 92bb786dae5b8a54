import { useLingui } from '@lingui/react';
import { use } from 'react';
import { earlyMark } from '#app/identity/has-session.ts';
import { pictureAddress } from '#app/images/picture-address.ts';
import { brandMeta, useBrand } from '#base/pages/brand.ts';
import { freshPageScript } from '#base/pages/bring.ts';
import { dayZoneMeta, useDayZone } from '#base/pages/day-zone.ts';
import { DocumentContext } from '#base/pages/document-context.ts';
import { earlyInputScript } from '#base/pages/early-input.tsx';
import { ownBrand } from '#base/pages/own-brand.ts';
import { pressAgainScript } from '#base/pages/press-again.ts';
import { translationScript } from '#base/pages/translation.ts';
import { colourSchemeScript } from '#base/ui/theme/colour-scheme.ts';
import { fontPreloads } from './font-preloads.ts';

interface ServerHeadProps {
  readonly isWidget: boolean;
  readonly nonce: string | undefined;
}

/**
 * The part of the head that never changes: icons, fonts, the brand, and the scripts that run before the first paint. Only the server renders
 * it, since React leaves what it does not know of in the head: no browser loads this code.
 */
export function ServerHead({ isWidget, nonce }: ServerHeadProps) {
  const { i18n } = useLingui();
  return (
    <>
      <meta name="theme-color" content="#FBF8F3" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#151214" media="(prefers-color-scheme: dark)" />
      <BrandMarks nonce={nonce} />
      <meta name={dayZoneMeta} content={useDayZone()} />
      {fontPreloads(i18n.locale).map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      {!isWidget && (
        <>
          <script nonce={nonce} data-colour-scheme-script>
            {colourSchemeScript}
          </script>
          <script nonce={nonce}>{freshPageScript}</script>
          <script nonce={nonce}>{pressAgainScript}</script>
          <script nonce={nonce}>{earlyMark}</script>
          <script nonce={nonce}>{earlyInputScript}</script>
          <script nonce={nonce}>{translationScript}</script>
        </>
      )}
    </>
  );
}

/** The icons, the brand as the browser reads it, and its accent. */
function BrandMarks({ nonce }: Pick<ServerHeadProps, 'nonce'>) {
  const brand = useBrand();
  const sheet = use(DocumentContext)?.brandSheet;
  return (
    <>
      {brand.logo === '' ? (
        <>
          <link rel="icon" href="/favicon.ico" sizes="32x32" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        </>
      ) : (
        <>
          <link rel="icon" href={pictureAddress(brand.logo, 64)} />
          <link rel="apple-touch-icon" href={pictureAddress(brand.logo, 256)} />
        </>
      )}
      <link rel="manifest" href="/manifest.webmanifest" />
      {brand !== ownBrand && <meta name={brandMeta} content={JSON.stringify(brand)} />}
      {sheet && <style nonce={nonce}>{sheet}</style>}
    </>
  );
}
