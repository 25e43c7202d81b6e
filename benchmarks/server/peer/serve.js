// boardgame.io's server with its memory store, on 127.0.0.1 only: node serve.js PORT
'use strict';

const { Server } = require('boardgame.io/server');
const { Madcap } = require('./madcap.js');

const port = Number(process.argv[2]);
const server = Server({ games: [Madcap], origins: [/127\.0\.0\.1/] });
// The "port" goes to listen() as it is, and an object may name the host too.
server.run({ port: { host: '127.0.0.1', port }, callback: () => console.log('ready') });
