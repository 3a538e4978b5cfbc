import braintree from 'braintree'
import { expect, test } from 'vitest'
import { gatewayEnvironment } from './open-braintree.ts'

test('the environments of Braintree are found by name', () => {
  expect(gatewayEnvironment('production', false)).toBe(braintree.Environment.Production)
  expect(gatewayEnvironment('sandbox', false)).toBe(braintree.Environment.Sandbox)
})

test('a gateway on this machine is called without TLS, at its port', () => {
  expect(gatewayEnvironment('http://127.0.0.1:3001', true)).toMatchObject({
    server: '127.0.0.1',
    port: '3001',
    ssl: false,
  })
  expect(gatewayEnvironment('http://localhost:3001/', true)).toMatchObject({ server: 'localhost' })
  expect(gatewayEnvironment('http://[::1]:3001', true)).toMatchObject({ server: '::1' })
})

test('a gateway on this machine is not called unless that is allowed', () => {
  expect(gatewayEnvironment('http://127.0.0.1:3001', false)).toBeNull()
})

test.each([
  'development',
  'qa',
  '',
  'Production',
  'https://127.0.0.1:3001',
  'http://127.0.0.1',
  'http://127.0.0.1:3001/merchants',
  'http://127.0.0.1:3001?x',
  'http://user:password@127.0.0.1:3001',
  'http://127.0.0.1.example.com:3001',
  'http://10.0.0.1:3001',
  'http://169.254.169.254:80',
  'http://2130706433:3001',
])('%j is no environment', (name) => {
  expect(gatewayEnvironment(name, true)).toBeNull()
})
