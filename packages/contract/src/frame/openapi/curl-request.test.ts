import { expect, test } from 'vitest'
import { curlRequest } from './curl-request.ts'

const variables = new Map([
  ['API', 'http://127.0.0.1:4000/api/v1/test_acme'],
  ['KEY', 'gw_test_k'],
  ['CODE', 'ADA'],
])

test('a curl command is read with its quotes, its continued lines and the values of variables', () => {
  const command = `curl -s -u "$KEY:" -H 'Content-Type: application/json' \\\n  "$API/user" -d '{"code": "'$CODE'"}'`
  expect(curlRequest(command, variables)).toEqual({
    method: 'POST',
    url: 'http://127.0.0.1:4000/api/v1/test_acme/user',
    headers: { 'Content-Type': 'application/json' },
    key: 'gw_test_k',
    body: '{"code": "ADA"}',
  })
  expect(curlRequest('curl -X DELETE $API/user', variables)).toMatchObject({
    method: 'DELETE',
    body: null,
    key: null,
  })
})

test.each([
  'curl -s "$API/user" | head -1',
  'curl -s "$API/user" > user.json',
  'curl -s "$API/user"\necho done',
  'curl -s "$OTHER/user"',
  'curl -s "$API/user" -d \'{ "now": \'$((NOW + 1))\' }\'',
  'curl -s -i "$API/user"',
  'curl -s "$API/user" -d @user.json',
  'wget "$API/user"',
])('the command %j is more than one call whose request is known', (command) => {
  expect(curlRequest(command, variables)).toBeNull()
})
