import '@nestjs/core';
