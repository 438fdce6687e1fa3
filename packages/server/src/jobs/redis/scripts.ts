import { scriptOf } from './run-script.ts'

/**
 * Appends envelopes to the streams of requests, to each if nobody with a later epoch has written to it.
 *
 * KEYS: of each request the stream and its state. ARGV: lifetime in milliseconds; then of each request its epoch, the
 * index of the first envelope, the channel, the number of envelopes, and the envelopes. The lifetime of a stream begins
 * anew with every 64th envelope: more often would cost more than the envelope itself. Returns for each request the
 * number of envelopes that the stream has then; -1 if the epoch is too old; -2 and the number of envelopes if some
 * before the first one are missing; -3 and the reason if Redis could not do it. Envelopes that the stream already has
 * are skipped.
 */
export const APPEND = scriptOf(`
local function append(stream, state, at)
  local epoch, first, channel, count = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), ARGV[at + 2], tonumber(ARGV[at + 3])
  local known = redis.call('HMGET', state, 'epoch', 'length')
  local owner = tonumber(known[1] or '0')
  if epoch < owner then return {-1, 0} end
  local had = tonumber(known[2] or '0')
  if first > had then return {-2, had} end
  local new, last = at + 4 + had - first, at + 3 + count
  local length = had
  for i = new, last do
    length = length + 1
    redis.call('XADD', stream, length .. '-0', 'e', ARGV[i])
  end
  redis.call('HSET', state, 'epoch', ARGV[at], 'length', length)
  if had == 0 or epoch > owner or math.floor(had / 64) < math.floor(length / 64) then
    redis.call('PEXPIRE', stream, ARGV[1])
    redis.call('PEXPIRE', state, ARGV[1])
  end
  if length > had then
    redis.call('PUBLISH', channel, had .. '\\n' .. table.concat(ARGV, '\\n', new, last))
  end
  return {length, 0}
end
local answers, at = {}, 2
for request = 1, #KEYS / 2 do
  local done, answer = pcall(append, KEYS[2 * request - 1], KEYS[2 * request], at)
  answers[request] = done and answer or {-3, type(answer) == 'table' and answer.err or tostring(answer)}
  at = at + 4 + tonumber(ARGV[at + 3])
end
return answers
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
