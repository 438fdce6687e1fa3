import { scriptOf } from './run-script.ts'

/**
 * Appends envelopes to the stream of a request, if nobody with a later epoch has written to it.
 *
 * KEYS: the stream, its state. ARGV: epoch, index of the first envelope, lifetime in milliseconds, channel, envelopes.
 * Returns the number of envelopes that the stream has then; -1 if the epoch is too old; -2 and the number of envelopes
 * if some before the first one are missing. Envelopes that the stream already has are skipped.
 */
export const APPEND = scriptOf(`
local epoch = tonumber(redis.call('HGET', KEYS[2], 'epoch') or '0')
if tonumber(ARGV[1]) < epoch then return {-1, 0} end
local length = tonumber(redis.call('HGET', KEYS[2], 'length') or '0')
local first = tonumber(ARGV[2])
if first > length then return {-2, length} end
local new = {}
for i = 5 + length - first, #ARGV do
  length = length + 1
  redis.call('XADD', KEYS[1], length .. '-0', 'e', ARGV[i])
  new[#new + 1] = ARGV[i]
end
redis.call('HSET', KEYS[2], 'epoch', ARGV[1], 'length', length)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if #new > 0 then redis.call('PUBLISH', ARGV[4], (length - #new) .. '\\n' .. table.concat(new, '\\n')) end
return {length, 0}
`)

/**
 * Refuses appends of earlier epochs from now on.
 *
 * KEYS: the state of a stream. ARGV: epoch, lifetime in milliseconds. Returns the number of envelopes, or -1 if a later
 * epoch has already been here.
 */
export const FENCE = scriptOf(`
local epoch = tonumber(redis.call('HGET', KEYS[1], 'epoch') or '0')
if tonumber(ARGV[1]) < epoch then return -1 end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return tonumber(redis.call('HGET', KEYS[1], 'length') or '0')
`)
