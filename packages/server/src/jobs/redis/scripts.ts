import { scriptOf } from './run-script.ts'

/**
 * Appends envelopes to the stream of a request, if nobody with a later epoch has written to it.
 *
 * KEYS: the stream, its state. ARGV: epoch, index of the first envelope, lifetime in milliseconds, channel, envelopes.
 * The lifetime begins anew with every 64th envelope: more often would cost more than the envelope itself. Returns the
 * number of envelopes that the stream has then; -1 if the epoch is too old; -2 and the number of envelopes
 * if some before the first one are missing. Envelopes that the stream already has are skipped.
 */
export const APPEND = scriptOf(`
local state = redis.call('HMGET', KEYS[2], 'epoch', 'length')
local epoch = tonumber(state[1] or '0')
if tonumber(ARGV[1]) < epoch then return {-1, 0} end
local had = tonumber(state[2] or '0')
local length = had
local first = tonumber(ARGV[2])
if first > length then return {-2, length} end
for i = 5 + length - first, #ARGV do
  length = length + 1
  redis.call('XADD', KEYS[1], length .. '-0', 'e', ARGV[i])
end
redis.call('HSET', KEYS[2], 'epoch', ARGV[1], 'length', length)
if had == 0 or tonumber(ARGV[1]) > epoch or math.floor(had / 64) < math.floor(length / 64) then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
if length > had then
  redis.call('PUBLISH', ARGV[4], had .. '\\n' .. table.concat(ARGV, '\\n', 5 + had - first))
end
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
