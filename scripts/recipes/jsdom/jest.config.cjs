module.exports = { testEnvironment: 'jsdom' }
