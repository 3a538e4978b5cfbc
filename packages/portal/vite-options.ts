import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

/**
 * The modules by which forms are checked before they are sent: schemas of the contract, and tables for e-mail
 * addresses.
 */
const checksForms =
  /packages[\\/](?:contract|domain[\\/]src[\\/](?:outbound[\\/]mail-address|values[\\/]email-key)|portal[\\/]src[\\/]forms|portal[\\/]src[\\/]pages[\\/]program[\\/]program-editor)|node_modules[\\/](?:typebox|tr46|punycode)[\\/]/

/** How Vite builds and serves the portal. */
export const viteOptions: InlineConfig = {
  configFile: false,
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Browsers that know `light-dark()` and container queries.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The policy of the page allows no data addresses but for images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Everything that the first page needs at once is one file, and what many pages share another: each request takes
            // longer than the few kB of a component.
            { name: 'main', test: /packages[\\/]portal[\\/]src[\\/]main[.]tsx$/, priority: 3 },
            { name: 'pages', test: (id) => !checksForms.test(id), minShareCount: 8, priority: 2 },
            // Only pages with forms need it.
            { name: 'forms', test: checksForms, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
}
