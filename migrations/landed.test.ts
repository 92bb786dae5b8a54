import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Migrations that stand on the main branch. Somebody's database has been through them, and the server refuses to start on it with
 * another text, so they are never edited: what has to change comes in a new file, whose line is added here when it lands.
 */
const landed: Readonly<Record<string, string>> = {
  '0001_foundation.sql': '87c8cc043bc285164cbafd0364f933e6a1ceeac6ec7497ff669cf5cba5aed83f',
  '0002_identity.sql': '3a7bc845f0385061627f1ed0acf73a23f82f3ea554b3d7d77e438248dc98fa45',
  '0003_ledger.sql': '4a923db055390030bb71477cc3051d1e0dee58186371daccf154a2d148782e07',
  '0004_creators.sql': '4851dd914f4fae0afb37d0fb560e966bafedcf79b8d5c0d73fe4cead56874505',
  '0005_payments.sql': 'a8fafc22bdf16d68b8d2ca8598c86dc98245f5a2a2a978666ded143b8d6b11ea',
  '0006_donations.sql': '857a0ac7695bf5b317c7fb8c851b5f15ef31d2b8e9e00659df22f0c157d61d98',
  '0007_widgets.sql': '96d9ff26c5afcc8d031793233f6eb8216fd37366a516a2c5ee626d3c60c0e6c2',
  '0008_images.sql': '61a4cb4df1b922952f9c01abfbba0e27c05031a5d411ae7fe44f7bafa774faea',
  '0009_moderation.sql': 'bafd8bd0726e6f23cb2597f123d06b91530372f95c85b67a8eecd6e1440d1fdc',
  '0010_profile.sql': 'c14ca9e8117a3e6e16a9e2eb304b2b300ed3035c0395aa572124463c490a981d',
  '0011_merch.sql': '283658aa4cc1eaa9186fc39ec5e0c047820322e4af5cd5d153c2dc133d0c3d60',
  '0012_delivery.sql': 'fe59340ee1038449ded3ab3fb2bf1f08fe115d77d975b163bd69c9f27249f8a0',
  '0013_orders.sql': 'ac42d37dab8509129562e1ebe77336be1ac6ca72db2ace3688e1f6cbeab07087',
  '0014_widgets.sql': '82654989d005f9c4cac440105b7aedc85b4c30d68a95fb3f911dc13fd4e0811f',
  '0015_payouts.sql': '9aa139e2614542ebd722449c28d036918cbf798cfe0330c570d899d5fede9f72',
  '0016_integrations.sql': '5a104a7837f37939ef9bdf2d9e3bcc8f8dbb73aa605aee039c66ed6215c9f06a',
  '0017_moderation.sql': '5cfe24910755a3beaa744235577dbb25ad3559fca6135f7ad1196aa15aecd8f7',
  '0018_donation_stop_reason.sql': 'e033225d26c4dd57cf6ac560c41f770c1ab7dada83b5fb1091aa5896f8746afb',
  '0019_growth.sql': '6b42d2f06124970fcea500b8f710eb5e74ee7f0f078ff643a200d6c357efa7cb',
  '0020_product_category.sql': '817549e818dc668fc322cbbebbba9ff21ecb793e174bde0f00161e86ac9ccfac',
  '0021_hour_tally.sql': '7bc4c918d83d19b76ec043a32b1e94238f50bd0ceafff3d3dc60a5ccb08c8c5a',
  '0022_kept_counts.sql': 'af7520c8e1dc4ec5920626ed559052a11d9f1d936a4041419be96972a6e1aa46',
  '0023_statistics_index.sql': '5d9568a852d7b4429fd36a449ee42c56c93248d92e73168df262915ca3e62521',
  '0024_audit_amounts.sql': 'd0dcfde7eaacb6d129f8abbb24aa225c7f327f22027f0fd97b9f1c1ea033c54b',
  '0025_refused_cards.sql': '1be1fc8b11e911c0b0d13ee89129c423292a24409b0563c9d2a6d2f042c3d221',
  '0026_refunded_alerts.sql': '9fb70556de3ea32acefdb170121e979628549700a131ee4b1d5c03eacf9145e7',
};

it('no landed migration was edited or taken away, and others come after them', async () => {
  const folder = import.meta.dirname;
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const found: Record<string, string> = {};
  for (const name of names) {
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    found[name] = createHash('sha256').update(text).digest('hex');
  }
  expect(found).toMatchObject(landed);
  expect(names.slice(0, Object.keys(landed).length)).toEqual(Object.keys(landed));
});
