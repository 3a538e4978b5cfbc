import { expect, test } from 'vitest'
import { isLoopbackAddress, isLoopbackHost, isPublicAddress, isSameAddress } from './public-address.ts'

test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:800::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['link-local', '169.254.1.1'],
  ['metadata', '169.254.169.254'],
  ['metadata of Azure', '168.63.129.16'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['metadata of Oracle', '192.0.0.192'],
  ['shared (CGNAT)', '100.64.0.1'],
  ['shared (CGNAT)', '100.127.255.255'],
  ['protocol assignments', '192.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['relay anycast of 6to4', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-compatible, public inside', '::8.8.8.8'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hex', '::ffff:7f00:1'],
  ['IPv4-mapped, public inside', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::127.0.0.1'],
  ['NAT64, public inside', '64:ff9b::8.8.8.8'],
  ['local NAT64', '64:ff9b:1::10.0.0.1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a private address', '2002:a00:1::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['discard', '100::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['a public address with a zone', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['segment routing', '5f00::1'],
  ['unassigned', '4000::1'],
  ['no address', ''],
  ['no address', 'localhost'],
  ['octal', '0177.0.0.1'],
  ['decimal', '2130706433'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['short', '127.1'],
  ['octal that reads as public', '010.8.8.8'],
])('%s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
  ['localhost', false],
])('%s is loopback: %s', (address, isLoopback) => {
  expect(isLoopbackAddress(address)).toBe(isLoopback)
})

test.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['shop.localhost', true],
  ['127.0.0.2', true],
  ['::1', true],
  ['[::1]', true],
  ['[::ffff:7f00:1]', true],
  ['localhost.example.com', false],
  ['127.example.com', false],
  ['10.0.0.1', false],
  ['', false],
])('the host %s is this machine: %s', (host, isLoopback) => {
  expect(isLoopbackHost(host)).toBe(isLoopback)
})

test.each([
  ['1.2.3.4', '1.2.3.4', true],
  ['::ffff:1.2.3.4', '1.2.3.4', true],
  ['2606:4700:0:0::1', '2606:4700::1', true],
  ['1.2.3.4', '1.2.3.5', false],
  ['', '', false],
])('%s and %s are the same: %s', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame)
})
