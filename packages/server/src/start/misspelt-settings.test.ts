import { expect, test } from 'vitest'
import { misspeltSettings } from './misspelt-settings.ts'

test.each([
  ['RATE_LIMIT_LIV', 'RATE_LIMIT_LIVE'],
  ['RATE_LIMITS_LIVE', 'RATE_LIMIT_LIVE'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['base_url', 'BASE_URL'],
])('%s is taken for a misspelt %s', (setting, meant) => {
  expect(misspeltSettings({ [setting]: 'x' })).toEqual([{ setting, meant }])
})

test.each([
  { PATH: '/bin', HOME: '/root', HOSTNAME: 'vm', LOGNAME: 'root', SHELL: '/bin/sh', PWD: '/', LANG: 'C' },
  { POST: 'x', HOSTING: 'x', PROCESSES: 'x', SMTP_HOST: 'x', DATABASE_NAME: 'x', SECRET_KEY_BASE: 'x' },
  { OTEL_EXPORTER_OTLP_ENDPOINTS: 'x', OTEL_TRACES_EXPORTERS: 'x' },
  { RATE_LIMIT_LIV: ' ' },
  { RATE_LIMIT_LIVE: '100', RATE_LIMIT_LIVE2: '200' },
])('variables of other programs, and settings as they are, are not misspelt: %j', (env) => {
  expect(misspeltSettings(env)).toEqual([])
})
