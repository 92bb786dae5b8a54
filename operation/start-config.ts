import { type CountryProfile, countryOf } from '#app/country.ts';
import { currencyOf } from '#app/payments/payment-systems.ts';
import { type Config, readConfig } from '#base/config/config.server.ts';
import { ConfigError } from '#base/config/config-error.server.ts';

function requireCountry({ COUNTRY }: Config): CountryProfile {
  try {
    return countryOf(COUNTRY);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Refuses a payment system that does not take the country's money. */
function requireCurrency({ PAYMENT }: Config, { code, currencyCode }: CountryProfile): void {
  for (const system of PAYMENT) {
    const only = currencyOf(system) ?? currencyCode;
    if (only === currencyCode) continue;
    throw new ConfigError(`PAYMENT: ${system} takes ${only} only, and COUNTRY=${code} pays in ${currencyCode}`);
  }
}

/** Parses the environment with what depends on the country. Throws `ConfigError` that names every invalid variable. */
export function readStartConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const config = readConfig(env);
  requireCurrency(config, requireCountry(config));
  return config;
}
