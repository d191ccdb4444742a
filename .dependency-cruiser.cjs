/** The floors: arrows only down (docs/decisions/001-one-package-four-floors.md). */
const to = (...paths) => ({ path: paths });
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'domain-is-pure',
      comment: 'domain knows zod and itself',
      severity: 'error',
      from: { path: '^domain', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^domain', 'node_modules/zod'] },
    },
    {
      name: 'kernel-knows-no-area',
      severity: 'error',
      from: { path: '^domain/kernel', pathNot: '\\.test\\.ts$' },
      to: { path: '^domain/(?!kernel)' },
    },
    { name: 'server-not-to-client', severity: 'error', from: { path: '^server' }, to: to('^src', '^workers') },
    {
      name: 'server-areas-apart',
      severity: 'error',
      from: { path: '^server/(base|code|sample|lab|report|bill|search|analyse|op|system|user|desk|flow)/', pathNot: '(\\.test|Testing)\\.ts$' },
      to: { path: '^server/(base|code|sample|lab|report|bill|search|analyse|op|system|user|desk|flow)/', pathNot: '^server/$1/' },
    },
    {
      name: 'spine-below-areas',
      comment: 'what every area loads through knows none of them; the kernel does not know it',
      severity: 'error',
      from: { path: '^server/spine/', pathNot: '\\.test\\.ts$' },
      to: to('^server/(?!spine|kernel|storage)', '^server/kernel/(act|resource|import|export|verbs|desk|openapi)/'),
    },
    {
      name: 'kernel-below-spine',
      severity: 'error',
      from: { path: '^server/(kernel|storage|ports)/', pathNot: '\\.test\\.ts$' },
      to: to('^server/spine'),
    },
    {
      name: 'one-way-out',
      comment: 'what the server asks of others goes through server/ports/outgoing.ts',
      severity: 'error',
      from: {
        path: '^server',
        pathNot: [
          '(\\.test|Testing)\\.ts$',
          '^server/ports/(outgoing|innerAddress|addressList)\\.ts$',
          // Speaks over a connection that outgoing.ts has opened.
          '^server/ports/mail\\.ts$',
          // Reads addresses, asks nobody.
          '^server/kernel/core/addressKey\\.ts$',
          '^server/storage/(dataLock|embeddedFront)\\.ts$',
          '^server/session/providerTesting\\.ts$',
          // Answers on the server's own port, asks nobody.
          '^server/untilThere\\.ts$',
        ],
      },
      to: {
        path: ['^(node:)?(net|tls|http|https|http2|dgram|dns|dns/promises)$', 'node_modules/(undici|ws|axios|got|node-fetch)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'mail-by-its-port',
      comment: 'nodemailer is given the connections that server/ports/outgoing.ts has opened',
      severity: 'error',
      from: { path: '^server', pathNot: ['\\.test\\.ts$', '^server/ports/mail\\.ts$'] },
      to: { path: 'node_modules/nodemailer/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'store-by-its-port',
      comment: 'the store of pictures is named by whoever runs the installation, and asked by server/ports/s3Files.ts alone',
      severity: 'error',
      from: { path: '^server', pathNot: ['^server/ports/s3Files\\.ts$'] },
      to: { path: 'node_modules/aws4fetch/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'reports-by-their-engine',
      comment: 'the typesetter runs in the thread of server/report/engine alone',
      severity: 'error',
      from: { path: '^server', pathNot: '^server/report/engine/' },
      to: { path: 'node_modules/@myriaddreamin/' },
    },
    { name: 'client-not-to-server', severity: 'error', from: { path: '^(src|workers)' }, to: to('^server') },
    { name: 'ui-and-api-low', severity: 'error', from: { path: '^src/(ui|api)/' }, to: to('^src/(?!ui|api)', '^workers') },
    { name: 'ui-not-api', severity: 'error', from: { path: '^src/ui/' }, to: to('^src/api') },
    { name: 'offline-knows-no-screen', severity: 'error', from: { path: '^src/offline/' }, to: to('^src/(?!offline|api)', 'node_modules/react') },
    { name: 'console-below-resource', severity: 'error', from: { path: '^src/console/' }, to: to('^src/(resource|screens|shell|app)') },
    { name: 'resource-knows-no-screen', severity: 'error', from: { path: '^src/resource/' }, to: to('^src/(screens|shell|app)') },
    {
      name: 'screens-apart',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/' },
      to: { path: '^src/(screens|shell|app)/', pathNot: '^src/screens/$1/' },
    },
    { name: 'workers-low', severity: 'error', from: { path: '^workers' }, to: to('^src/(?!offline|api)') },
    {
      name: 'e2e-by-url',
      comment:
        'e2e knows the product by its addresses, the judge of histories, and what stands in for other houses: a login provider, an ERP, a mail server, a platform of messages, a paper of theirs, a reader of papers',
      severity: 'error',
      from: { path: '^e2e' },
      to: to(
        '^src/(?!offline/testing/checker)',
        '^server/(?!session/providerTesting|ports/erpTesting|report/mail/mailServerTesting|report/sms/smsPlatformTesting|report/upload/pdfTesting|report/reportTesting)',
        '^workers',
      ),
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default'] },
  },
};
